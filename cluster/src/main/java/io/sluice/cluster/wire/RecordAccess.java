package io.sluice.cluster.wire;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Takes records of one type apart, and makes them of their parts. */
interface RecordAccess {

  /** The components in their order. */
  Object[] parts(Object value);

  /**
   * @param parts the components in their order
   */
  Object made(Object[] parts);

  /**
   * @throws IllegalAccessException if the type is not public
   */
  static void check(Class<?> type) throws IllegalAccessException {
    // With the type its accessors and its constructor are public, by the rules for records.
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new IllegalAccessException(type + " is not public");
    }
    var _ = Written.LOOKUP.accessClass(type);
  }

  /** Of a type that has been checked. */
  static RecordAccess of(Class<?> type) {
    return Written.isPossible(type) ? Written.of(type) : Handles.of(type);
  }

  /**
   * A class for each type, as a person would write it: plain code, which costs little from the
   * first message on. Method handles, and proxies for them, are as quick only when they have been
   * compiled; until then they take about twice the processor time, most of it for compiling them.
   */
  final class Written {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private static final ClassDesc NAME =
        ClassDesc.of(RecordAccess.class.getPackageName(), "WrittenRecordAccess");

    private static final MethodTypeDesc PARTS =
        MethodTypeDesc.of(ConstantDescs.CD_Object.arrayType(), ConstantDescs.CD_Object);

    private static final MethodTypeDesc MADE =
        MethodTypeDesc.of(ConstantDescs.CD_Object, ConstantDescs.CD_Object.arrayType());

    private Written() {}

    /**
     * Not for a type that another class loader has, since the class could not name it; nor in a
     * native image, of GraalVM, which makes no classes at run time.
     */
    private static boolean isPossible(Class<?> type) {
      try {
        return System.getProperty("org.graalvm.nativeimage.imagecode") == null
            && Class.forName(type.getName(), false, RecordAccess.class.getClassLoader()) == type;
      } catch (ClassNotFoundException e) {
        return false;
      }
    }

    private static RecordAccess of(Class<?> type) {
      byte[] written =
          ClassFile.of()
              .build(
                  NAME,
                  access ->
                      access
                          .withInterfaceSymbols(desc(RecordAccess.class))
                          .withMethodBody(
                              ConstantDescs.INIT_NAME,
                              ConstantDescs.MTD_void,
                              ClassFile.ACC_PUBLIC,
                              code ->
                                  code.aload(0)
                                      .invokespecial(
                                          ConstantDescs.CD_Object,
                                          ConstantDescs.INIT_NAME,
                                          ConstantDescs.MTD_void)
                                      .return_())
                          .withMethodBody(
                              "parts", PARTS, ClassFile.ACC_PUBLIC, code -> parts(type, code))
                          .withMethodBody(
                              "made", MADE, ClassFile.ACC_PUBLIC, code -> made(type, code)));
      try {
        var defined = LOOKUP.defineHiddenClass(written, true);
        return (RecordAccess)
            defined
                .findConstructor(defined.lookupClass(), MethodType.methodType(void.class))
                .invoke();
      } catch (Throwable e) {
        throw new IllegalStateException("no access to " + type, e);
      }
    }

    /** {@code return new Object[] {((Type) value).first(), ((Type) value).second() ...};} */
    private static void parts(Class<?> type, CodeBuilder code) {
      var components = type.getRecordComponents();
      code.loadConstant(components.length).anewarray(ConstantDescs.CD_Object);
      for (int i = 0; i < components.length; i++) {
        var part = desc(components[i].getType());
        code.dup().loadConstant(i).aload(1).checkcast(desc(type));
        code.invokevirtual(desc(type), components[i].getName(), MethodTypeDesc.of(part));
        if (part.isPrimitive()) {
          var box = boxOf(part);
          code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, part));
        }
        code.aastore();
      }
      code.areturn();
    }

    /** {@code return new Type((First) parts[0], (Second) parts[1] ...);} */
    private static void made(Class<?> type, CodeBuilder code) {
      var types = Stream.of(type.getRecordComponents()).map(each -> desc(each.getType())).toList();
      code.new_(desc(type)).dup();
      for (int i = 0; i < types.size(); i++) {
        var part = types.get(i);
        code.aload(1).loadConstant(i).aaload();
        if (part.isPrimitive()) {
          code.checkcast(boxOf(part));
          code.invokevirtual(boxOf(part), part.displayName() + "Value", MethodTypeDesc.of(part));
        } else {
          code.checkcast(part);
        }
      }
      code.invokespecial(
              desc(type), ConstantDescs.INIT_NAME, MethodTypeDesc.of(ConstantDescs.CD_void, types))
          .areturn();
    }

    private static ClassDesc boxOf(ClassDesc primitive) {
      return switch (TypeKind.from(primitive)) {
        case INT -> ConstantDescs.CD_Integer;
        case LONG -> ConstantDescs.CD_Long;
        case BOOLEAN -> ConstantDescs.CD_Boolean;
        default -> throw new IllegalArgumentException(primitive + " cannot be sent");
      };
    }

    private static ClassDesc desc(Class<?> type) {
      return ClassDesc.ofDescriptor(type.descriptorString());
    }
  }

  /** By method handles, where no class can be written. */
  record Handles(MethodHandle constructor, List<MethodHandle> accessors) implements RecordAccess {

    private static RecordAccess of(Class<?> type) {
      try {
        var types = new ArrayList<Class<?>>();
        var accessors = new ArrayList<MethodHandle>();
        for (RecordComponent each : type.getRecordComponents()) {
          types.add(each.getType());
          accessors.add(Written.LOOKUP.unreflect(each.getAccessor()));
        }
        var constructor =
            Written.LOOKUP
                .unreflectConstructor(type.getDeclaredConstructor(types.toArray(Class[]::new)))
                .asSpreader(Object[].class, types.size());
        return new Handles(constructor, List.copyOf(accessors));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("no access to " + type, e);
      }
    }

    @Override
    public Object[] parts(Object value) {
      var parts = new Object[accessors.size()];
      for (int i = 0; i < parts.length; i++) {
        parts[i] = called(accessors.get(i), value);
      }
      return parts;
    }

    @Override
    public Object made(Object[] parts) {
      return called(constructor, parts);
    }

    private static Object called(MethodHandle handle, Object argument) {
      try {
        return handle.invoke(argument);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new UndeclaredThrowableException(e);
      }
    }
  }
}
