package io.sluice.cli;

import com.google.gson.annotations.SerializedName;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the API of Kubernetes takes in a manifest: which fields there are, of which type, and which
 * must be there. Its client for Java knows, whose classes are generated from the API's description.
 *
 * <p>The classes are found by name, since the compiler would ask for libraries that they need only
 * to talk to a cluster.
 */
final class KubernetesFields {

  private static final String MODELS = "io.kubernetes.client.openapi.models.V1";

  private static final Map<String, String> KINDS =
      Map.of(
          "Service", "v1",
          "StatefulSet", "apps/v1",
          "PodDisruptionBudget", "policy/v1");

  private final List<String> errors = new ArrayList<>();

  private KubernetesFields() {}

  /** What is wrong, each with its place. */
  static List<String> errorsOf(JsonNode manifest) throws ReflectiveOperationException {
    String kind = manifest.path("kind").asString("");
    var version = KINDS.get(kind);
    if (version == null) {
      return List.of("no such kind");
    }
    var found = new KubernetesFields();
    if (!manifest.path("apiVersion").asString("").equals(version)) {
      found.errors.add(".apiVersion is not " + version);
    }
    found.check("", manifest, Class.forName(MODELS + kind));
    return found.errors;
  }

  private void check(String where, JsonNode value, Type type) throws ReflectiveOperationException {
    if (type instanceof ParameterizedType many) {
      var inner = many.getActualTypeArguments();
      if (many.getRawType().equals(List.class)) {
        checkList(where, value, inner[0]);
      } else {
        checkMap(where, value, inner[1]);
      }
    } else if (type instanceof Class<?> one && one.getName().startsWith(MODELS)) {
      checkObject(where, value, one);
    } else if (!isOf(((Class<?>) type).getSimpleName(), value)) {
      errors.add(where + " is not of type " + ((Class<?>) type).getSimpleName());
    }
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "String" -> value.isString();
      case "Integer", "Long" -> value.isIntegralNumber();
      case "Boolean" -> value.isBoolean();
      case "IntOrString" -> value.isIntegralNumber() || value.isString();
      case "Quantity" -> value.asString("").matches("[0-9]+(\\.[0-9]+)?(m|[kMGT]i?)?");
      default -> throw new IllegalArgumentException("a field has type " + type);
    };
  }

  private void checkList(String where, JsonNode value, Type inner)
      throws ReflectiveOperationException {
    if (!value.isArray() || value.isEmpty()) {
      errors.add(where + " is not of type List");
      return;
    }
    for (int i = 0; i < value.size(); i++) {
      check(where + "[" + i + "]", value.get(i), inner);
    }
  }

  private void checkMap(String where, JsonNode value, Type inner)
      throws ReflectiveOperationException {
    if (!value.isObject()) {
      errors.add(where + " is not of type Map");
      return;
    }
    for (var entry : value.properties()) {
      check(where + "." + entry.getKey(), entry.getValue(), inner);
    }
  }

  private void checkObject(String where, JsonNode value, Class<?> model)
      throws ReflectiveOperationException {
    if (!value.isObject()) {
      errors.add(where + " is not of type " + model.getSimpleName());
      return;
    }
    var required = (Set<?>) model.getField("openapiRequiredFields").get(null);
    required.stream()
        .map(String::valueOf)
        .filter(each -> !value.has(each))
        .forEach(each -> errors.add(where + "." + each + " is missing"));
    for (var entry : value.properties()) {
      String place = where + "." + entry.getKey();
      var field = field(model, entry.getKey());
      if (field.isEmpty()) {
        errors.add(place + " is no field");
      } else {
        check(place, entry.getValue(), field.get().getGenericType());
      }
    }
  }

  private static Optional<Field> field(Class<?> model, String name) {
    return Arrays.stream(model.getDeclaredFields())
        .filter(
            each -> {
              var serialized = each.getAnnotation(SerializedName.class);
              return serialized != null && serialized.value().equals(name);
            })
        .findFirst();
  }
}
